import express5 from 'express';
import express4 from 'express4';
import fastify5 from 'fastify';
import fastify4 from 'fastify4';
import koa3 from 'koa';
import koa2 from 'koa2';
import type { Any, Framework } from '../running-server.ts';
import { startExpress } from './express.ts';
import { startFastify } from './fastify.ts';
import { startHono } from './hono.ts';
import { startKoa } from './koa.ts';
import { startNest } from './nest.ts';
import { startHttp, startHttp2 } from './node.ts';

export {
  type Any,
  type Framework,
  listen,
  profileOf,
  type RunningServer,
  waitForEntries,
} from '../running-server.ts';

export const EXPRESS: Readonly<Record<string, Any>> = { 'express 5': express5, 'express 4': express4 };
export const FASTIFY: Readonly<Record<string, (options?: object) => Any>> = {
  'fastify 5': fastify5 as Any,
  'fastify 4': fastify4 as Any,
};
export const KOA: Readonly<Record<string, Any>> = { 'koa 3': koa3, 'koa 2': koa2 };

export interface Traits {
  readonly start: Framework;
  /** Its error and not-found handling is separate from its handlers. */
  readonly errorStage: boolean;
  /** It reports errors thrown after the response has started. Otherwise such a response is recorded as aborted. */
  readonly reportsLateErrors?: boolean;
  /** Gatebook finds its server on the first request, not before. */
  readonly attachesOnFirstRequest?: boolean;
}

/**
 * Each serves /ok, /users/:id, /throws, /rejects, /gone (a 404 from the handler), /slow (never responds), /late (never
 * ends) and the other paths of node.ts.
 */
export const FRAMEWORKS: Readonly<Record<string, Traits>> = {
  'node:http': { start: startHttp, errorStage: false },
  'express 5': { start: (variant) => startExpress(express5, variant), errorStage: true },
  'express 4': { start: (variant) => startExpress(express4, variant), errorStage: true },
  'fastify 5': {
    start: (variant) => startFastify(fastify5 as Any, variant),
    errorStage: true,
    reportsLateErrors: false,
  },
  'fastify 4': {
    start: (variant) => startFastify(fastify4 as Any, variant),
    errorStage: true,
    reportsLateErrors: false,
  },
  'koa 3': { start: (variant) => startKoa(koa3, variant), errorStage: true },
  'koa 2': { start: (variant) => startKoa(koa2, variant), errorStage: true },
  hono: { start: startHono, errorStage: true, reportsLateErrors: false, attachesOnFirstRequest: true },
  'nest on express': { start: (variant) => startNest('express', variant), errorStage: true },
  'nest on fastify': { start: (variant) => startNest('fastify', variant), errorStage: true },
};

/** Also includes HTTP/1 over TLS on an HTTP/2 server. */
export const ALL_FRAMEWORKS: Readonly<Record<string, Traits>> = {
  ...FRAMEWORKS,
  'node:http2': { start: startHttp2, errorStage: false },
};
