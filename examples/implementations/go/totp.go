package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"time"
)

// matchingStep returns the time step of a one-time code (RFC 6238: SHA-1, 30 seconds, six digits), at most one step from now.
func matchingStep(secret, code string) (step int64, ok bool) {
	now := time.Now().Unix() / 30
	for step := now - 1; step <= now+1; step++ {
		if subtle.ConstantTimeCompare([]byte(codeAt(secret, step)), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

func codeAt(secret string, step int64) string {
	key, err := base32.StdEncoding.DecodeString(secret)
	if err != nil {
		panic(err)
	}
	mac := hmac.New(sha1.New, key)
	binary.Write(mac, binary.BigEndian, step)
	sum := mac.Sum(nil)
	number := binary.BigEndian.Uint32(sum[sum[len(sum)-1]&15:]) & 0x7fffffff
	return fmt.Sprintf("%06d", number%1_000_000)
}
