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
# The key and the credential are named, so that they are below /data with PostgreSQL too.
ENV NODE_ENV=production \
    ACCOUNT_ACCESS_DATABASE=/data/account-access.db \
    ACCOUNT_ACCESS_ENCRYPTION_KEY_FILE=/data/account-access.key \
    ACCOUNT_ACCESS_INTERNAL_CREDENTIAL_FILE=/data/internal-credential
COPY --from=build /app /app
# The database, its key and the credential: all that the service writes.
RUN install -d -m 0700 -o 10001 -g 10001 /data
VOLUME /data
USER 10001:10001
WORKDIR /data
EXPOSE 8080
ENTRYPOINT ["node", "/app/dist/bin/account-access.js"]
CMD ["serve", "--host", "0.0.0.0", "--trust-proxy", "1", "--internal", "127.0.0.1:8081"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8081/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
