import type { Project, Run } from './project.ts';

const CONTROLLER = `import { Controller, Get, Header, Logger, Param } from '@nestjs/common';
import { note } from 'gatebook';

@Controller()
export class AppController {
  private readonly logger = new Logger('Users');

  @Get('users/:id')
  async user(@Param('id') id: string) {
    this.logger.warn(\`user \${id}\`);
    note('user', id);
    await (await fetch(process.env.UPSTREAM ?? '')).text();
    return { id };
  }

  @Get('broken/:id')
  broken() {
    throw new TypeError('broken');
  }

  @Get('page')
  @Header('content-type', 'text/html')
  page() {
    return '<!doctype html><html><body><h1>A page</h1></body></html>';
  }
}
`;

/** Nest 12 is an ES module, so its imports have endings. */
function moduleOf(ending: string): string {
  return `import { Module } from '@nestjs/common';
import { AppController } from './app.controller${ending}';

@Module({ controllers: [AppController] })
export class AppModule {}
`;
}

function mainOf(ending: string): string {
  return `import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { gatebook } from 'gatebook/nest';
import { AppModule } from './app.module${ending}';

async function bootstrap() {
  const isFastify = process.env.PLATFORM === 'fastify';
  const app = isFastify ? await NestFactory.create(AppModule, new FastifyAdapter()) : await NestFactory.create(AppModule);
  if (process.env.WAY === 'adapter') gatebook(app);
  await app.listen(Number(process.env.PORT), '127.0.0.1');
}
void bootstrap();
`;
}

function runsOf(platform: string): Run[] {
  const env = { NODE_ENV: 'development', PLATFORM: platform };
  const build = ['npm run build'];
  return [
    {
      way: 'adapter',
      mode: `on ${platform}`,
      build,
      start: 'npm run start:prod',
      env: { ...env, WAY: 'adapter' },
    },
    { way: 'register', mode: `on ${platform}`, start: 'node --import gatebook/register dist/main.js', env },
  ];
}

/** Projects of `nest new`. */
export const NEST: readonly Project[] = [
  { version: '10', ending: '' },
  { version: '11', ending: '' },
  { version: '12', ending: '.js' },
].map(({ version, ending }) => ({
  name: 'Nest',
  major: version,
  packageName: '@nestjs/core',
  create: [
    `npx --yes @nestjs/cli@${version} new app --package-manager npm --skip-git --skip-install --language TS`,
    'rm -rf app/test app/src/*.spec.ts app/src/app.service.ts',
  ],
  packages: [`@nestjs/platform-fastify@${version}`],
  files: {
    'src/app.controller.ts': CONTROLLER,
    'src/app.module.ts': moduleOf(ending),
    'src/main.ts': mainOf(ending),
  },
  dev: 'npx gatebook run -- npm start',
  route: '/users/:id',
  runs: [...runsOf('express'), ...runsOf('fastify')],
}));
