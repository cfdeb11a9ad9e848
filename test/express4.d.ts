declare module 'express4';
