import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { IsInt, IsString } from 'class-validator';

/**
 * The cats of NestJS's sample, whose document comes from `@nestjs/swagger`. Like the sample, the faulty app returns a cat
 * without a name for an unknown id.
 */
export async function createApp({ fault }) {
  const { CatsController } = declareCats(fault);
  class AppModule {}
  Module({ controllers: [CatsController] })(AppModule);

  const app = await NestFactory.create(AppModule, { logger: false });
  app.useGlobalPipes(new ValidationPipe());
  const info = new DocumentBuilder().setTitle('Cats example').setVersion('1.0').build();
  return { app, document: SwaggerModule.createDocument(app, info) };
}

/** JavaScript has no decorators yet, so they are called, with the types that TypeScript would give them. */
function declareCats(fault) {
  class CreateCatDto {}
  class Cat {}
  const text = ApiProperty({ type: String });
  const integer = ApiProperty({ type: 'integer' });
  for (const { prototype } of [CreateCatDto, Cat]) {
    text(prototype, 'name');
    integer(prototype, 'age');
    text(prototype, 'breed');
  }
  integer(Cat.prototype, 'id');
  for (const name of ['name', 'breed']) IsString()(CreateCatDto.prototype, name);
  IsInt()(CreateCatDto.prototype, 'age');

  class CatsController {
    cats = [];
    create(cat) {
      this.cats.push({ id: this.cats.length, ...cat });
      return this.cats.at(-1);
    }
    findOne(id) {
      if (this.cats[id] === undefined && !fault) throw new NotFoundException();
      return { id, ...this.cats[id] };
    }
  }
  decorate(CatsController, 'create', {
    of: [Post(), ApiResponse({ status: 201, description: 'The new cat.', type: Cat })],
    parameters: [[Body(), CreateCatDto]],
  });
  decorate(CatsController, 'findOne', {
    of: [
      Get(':id'),
      ApiResponse({ status: 200, description: 'The cat.', type: Cat }),
      ApiResponse({ status: 404, description: 'There is no such cat.' }),
    ],
    parameters: [[Param('id', ParseIntPipe), Number]],
  });
  Controller('cats')(CatsController);
  return { CatsController };
}

function decorate({ prototype }, name, { of, parameters }) {
  const types = parameters.map(([, type]) => type);
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  for (const decorator of of) decorator(prototype, name, descriptor);
  for (const [at, [decorator]] of parameters.entries()) decorator(prototype, name, at);
}
