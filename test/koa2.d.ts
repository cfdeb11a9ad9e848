declare module 'koa2';
