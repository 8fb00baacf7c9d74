require 'openssl'

# One-time codes as in RFC 6238: SHA-1, 30 seconds, six digits.
module Totp
  module_function

  # The time step of the code, at most one step from now. Nil for a wrong code.
  def matching_step(secret, code)
    now = Time.now.to_i / 30
    (now - 1..now + 1).find { |step| OpenSSL.secure_compare(code_at(secret, step), code) }
  end

  def code_at(secret, step)
    digest = OpenSSL::HMAC.digest('SHA1', decode_base32(secret), [step].pack('Q>'))
    number = digest[digest[-1].ord & 15, 4].unpack1('N') & 0x7fffffff
    format('%06d', number % 1_000_000)
  end

  def decode_base32(text)
    bits = text.chars.map { |letter| format('%05b', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.index(letter)) }.join
    [bits[0, bits.size / 8 * 8]].pack('B*')
  end
end
