# The image of the service. Any base with Node 20.19 or later and npm builds it: --build-arg BASE=...
ARG BASE=node:22-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
# Packs what the package has, and keeps the dependencies of the lock file that it needs.
RUN npm pack --silent && mkdir /app && tar -xzf account-access-*.tgz -C /app --strip-components=1
RUN npm prune --omit=dev --no-audit --no-fund && mv node_modules /app/

FROM ${BASE}
ENV NODE_ENV=production \
    ACCOUNT_ACCESS_DATABASE=/data/account-access.db
COPY --from=build /app /app
# The database, its secrets and the socket: all that the service writes.
RUN install -d -m 0700 -o 10001 -g 10001 /data
VOLUME /data
USER 10001:10001
WORKDIR /data
EXPOSE 8080
ENTRYPOINT ["node", "/app/dist/bin/account-access.js"]
CMD ["serve", "--host", "0.0.0.0", "--behind-proxy", "--internal", "unix:/data/internal.sock", "--internal-credential", "/data/internal-credential"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "require('node:http').get({ socketPath: '/data/internal.sock', path: '/ready' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
