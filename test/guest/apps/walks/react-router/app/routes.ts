import { type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('bookings', 'routes/bookings.ts'),
  route('codes/:door', 'routes/code.ts'),
  route('courses', 'routes/courses.tsx'),
  route('courts/:id', 'routes/court.ts'),
  route('doors/:floor', 'routes/doors.ts'),
  route('lockers', 'routes/lockers.ts'),
  route('members/card', 'routes/card.tsx'),
  route('statistics', 'routes/statistics.tsx'),
  route('statistics/:year', 'routes/year.ts'),
  route('weather', 'routes/weather.ts'),
] satisfies RouteConfig;
