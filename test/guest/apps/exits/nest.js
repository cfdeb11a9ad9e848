// A Nest app with shutdown hooks, with or without Gatebook: node nest.js [STORAGE]. See exits.guest.ts.
import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class Answers {
  async slow() {
    await sleep(300);
    return 'slow';
  }

  fast() {
    return 'fast';
  }
}
for (const name of ['slow', 'fast']) {
  Get(name)(Answers.prototype, name, Object.getOwnPropertyDescriptor(Answers.prototype, name));
}
Controller()(Answers);

class App {
  async onApplicationShutdown(signal) {
    console.log('shutdown', signal);
  }
}
Module({ controllers: [Answers] })(App);

const [storage] = process.argv.slice(2);
const app = await NestFactory.create(App, { logger: false });
app.enableShutdownHooks();
if (storage) {
  const { gatebook } = await import('gatebook/nest');
  gatebook(app, { storage });
}
await app.listen(0, '127.0.0.1');
console.log(`ready ${app.getHttpServer().address().port} ${process.pid}`);
