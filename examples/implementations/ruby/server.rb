# The three operations of the contract, with Sinatra on Puma. Accounts, tokens and keys are in memory.
require 'json'
require 'openssl'
require 'puma'
require 'puma/server'
require 'securerandom'
require 'sinatra/base'
require_relative 'totp'

# A user who can log in.
class Account
  attr_reader :id, :nickname

  def initialize(fields)
    @id, @nickname, @totp_secret, @disabled = fields.values_at('id', 'nickname', 'totp_secret', 'disabled')
    @salt = SecureRandom.bytes(16)
    @password_hash = hash_password(fields['password'])
    @last_step = -1
    @mutex = Mutex.new
  end

  def mfa? = !@totp_secret.nil?

  def password?(password)
    OpenSSL.fixed_length_secure_compare(hash_password(password), @password_hash) && !@disabled
  end

  # Accepts each code once.
  def consume(code)
    @mutex.synchronize do
      step = Totp.matching_step(@totp_secret, code)
      @last_step = step if step && step > @last_step
    end
  end

  private

  # The cost is low, so that tests are fast: OWASP recommends 2**17. Without SHA-256, a password would be equal to itself
  # with NUL at its end, because scrypt pads it with NUL.
  def hash_password(password)
    OpenSSL::KDF.scrypt(OpenSSL::Digest.digest('SHA256', password), salt: @salt, N: 2**10, r: 8, p: 1, length: 32)
  end
end

Session = Struct.new(:account, :expires)
Key = Struct.new(:owner, :hash, :revoked)

class AccountAccess < Sinatra::Base
  TOKEN_LIFETIME = 3600
  ACCOUNTS = JSON.parse(File.read(ENV.fetch('ACCOUNTS', 'accounts.json'))).to_h { |one| [one['identity'], Account.new(one)] }
  # Its password is verified for an unknown identity, so that the response takes the same time.
  NOBODY = Account.new('password' => SecureRandom.hex, 'disabled' => true)
  TOKENS = {} # Sessions by the hash of the token.
  KEYS = {} # By id.

  set environment: :production, show_exceptions: false, protection: false, static: false

  post '/v1/auth/login' do
    identity, password, otp = strings('identity', 'password', 'otp')
    failure 400, 'validation_failed', '`identity` is missing' unless identity
    refuse 'password_required', '`password` is missing' unless password
    account = ACCOUNTS.fetch(identity.downcase, NOBODY)
    refuse 'invalid_credentials', 'The identity or the password is wrong' unless account.password?(password)
    refuse 'otp_required', '`otp` is missing' if account.mfa? && otp.nil?
    refuse 'otp_invalid', 'The one-time code is wrong' if account.mfa? && !account.consume(otp)
    token = SecureRandom.alphanumeric(43)
    TOKENS[sha256(token)] = Session.new(account, clock + TOKEN_LIFETIME)
    success access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME,
            me_id: account.id, nickname: account.nickname, mfa_enabled: account.mfa?
  end

  post '/v1/security/apikey/generate' do
    owner = caller_account
    description, = strings('description')
    id, api_key = SecureRandom.uuid, SecureRandom.alphanumeric(43)
    KEYS[id] = Key.new(owner, sha256(api_key), false)
    success id: id, api_key: api_key, description: description.to_s,
            note: "A root-level key. Store it now; you can't retrieve it later."
  end

  delete '/v1/security/apikey/:id' do
    owner = caller_account
    key = KEYS[params['id']]
    # The same response for another user's key as for an unknown id, so that nobody can probe ids.
    failure 404, 'key_not_found', 'You have no key with this id' unless key&.owner.equal?(owner)
    key.revoked = true
    success message: 'API key revoked', id: params['id']
  end

  error(Sinatra::NotFound) { failure 404, 'not_found', 'The service does not have this path' }
  error(Sinatra::BadRequest) { failure 400, 'malformed_request', 'The request is malformed' }
  error { failure 500, 'internal_error', 'Internal error' }

  private

  def success(data)
    envelope({ code: 200, message: 'OK' }, data: data)
  end

  def failure(code, reason, message)
    halt code, envelope({ code: code, message: message, reason: reason })
  end

  def refuse(reason, message)
    failure 401, reason, message
  end

  def challenge(reason, message, error = '')
    headers 'WWW-Authenticate' => %(Bearer realm="account"#{error})
    failure 401, reason, message
  end

  def envelope(status, **rest)
    content_type 'application/json', charset: 'utf-8'
    headers 'Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff'
    JSON.generate(status: { **status, trace_id: SecureRandom.hex(16) }, **rest)
  end

  # The account of the access token in the `Authorization` header.
  def caller_account
    scheme, _, token = request.get_header('HTTP_AUTHORIZATION').to_s.strip.partition(' ')
    challenge 'token_missing', 'An access token is required' unless scheme.casecmp?('Bearer')
    session = TOKENS[sha256(token)]
    challenge 'token_invalid', 'The access token is invalid', ', error="invalid_token"' unless session && clock < session.expires
    session.account
  end

  # The named fields of the JSON body. A field that is absent is nil, and so are all fields without a body.
  def strings(*names)
    text = request.body.read.force_encoding('UTF-8')
    return [] if text.empty?

    failure 415, 'unsupported_media_type', 'Send application/json' unless request.media_type == 'application/json'
    body = JSON.parse(text)
    failure 400, 'validation_failed', 'The body is not an object' unless body.is_a?(Hash)
    names.map do |name|
      value = body[name]
      # JSON can contain half of a surrogate pair, which is not a character.
      next value if value.nil? || (value.is_a?(String) && value.valid_encoding?)

      failure 400, 'validation_failed', "`#{name}` is not a string"
    end
  rescue JSON::ParserError, EncodingError
    failure 400, 'malformed_request', 'The body is not valid JSON'
  end

  def sha256(secret) = OpenSSL::Digest.hexdigest('SHA256', secret)

  def clock = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end

server = Puma::Server.new(AccountAccess)
listener = server.add_tcp_listener('127.0.0.1', Integer(ENV.fetch('PORT', '0')))
puts "listening on http://127.0.0.1:#{listener.addr[1]}"
$stdout.flush
server.run.join
