import 'reflect-metadata';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpException,
  Module,
  Param,
  Post,
  Req,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** The app in NestJS. JavaScript has no decorators yet, so they are called. */
export async function createApp(notes) {
  class NotesController {
    list() {
      return notes.list();
    }
    create(request, body) {
      if (!request.is('application/json')) throw new HttpException('not JSON', 415);
      return notes.add(body) ?? reject(400);
    }
    read(id) {
      return notes.find(id) ?? reject(404);
    }
    remove(id) {
      if (!notes.remove(id)) reject(404);
    }
  }
  decorate(NotesController, 'list', [Get()]);
  decorate(NotesController, 'create', [Post()], [Req(), Body()]);
  decorate(NotesController, 'read', [Get(':id')], [Param('id')]);
  decorate(NotesController, 'remove', [Delete(':id'), HttpCode(204)], [Param('id')]);
  Controller('notes')(NotesController);

  class AppModule {}
  Module({ controllers: [NotesController] })(AppModule);
  return NestFactory.create(AppModule, { logger: false });
}

function reject(status) {
  throw new HttpException('', status);
}

function decorate({ prototype }, name, ofMethod, ofParameters = []) {
  for (const decorator of ofMethod)
    decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
  for (const [at, decorator] of ofParameters.entries()) decorator(prototype, name, at);
}
