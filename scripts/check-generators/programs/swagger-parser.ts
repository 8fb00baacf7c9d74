import SwaggerParser from '@apidevtools/swagger-parser';

const [path = ''] = process.argv.slice(2);
await SwaggerParser.validate(path);
