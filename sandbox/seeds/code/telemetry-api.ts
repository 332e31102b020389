import type { History } from '../history.ts';

/** A small service in Go that serves decoded frames. */
export function telemetryApi(history: History): void {
  history.commit({
    days: 299,
    by: 'bob',
    message: 'Initial commit',
    write: {
      'README.md': '# Telemetry API\n\nServes decoded telemetry frames.\n',
      'go.mod': 'module orbital.example/telemetry\n\ngo 1.24\n',
      'cmd/server/main.go': `package main

import (
	"log"
	"net/http"

	"orbital.example/telemetry/internal/frames"
)

func main() {
	http.Handle("/frames", frames.Handler())
	log.Fatal(http.ListenAndServe(":8080", nil))
}
`,
      'internal/frames/handler.go': `package frames

import (
	"encoding/json"
	"net/http"
)

// Handler answers with the newest frames.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(Latest(100))
	})
}
`,
      'internal/frames/store.go': `package frames

// Frame is one decoded transfer frame.
type Frame struct {
	Counter uint32 \`json:"counter"\`
	Payload []byte \`json:"payload"\`
}

// Latest gives the newest frames, newest first.
func Latest(limit int) []Frame {
	return make([]Frame, 0, limit)
}
`,
      Makefile: 'test:\n\tgo test ./...\n\nbuild:\n\tgo build -o bin/server ./cmd/server\n',
    },
  });
  history.commit({
    days: 275,
    by: 'bob',
    message: 'Specify the frame format',
    write: {
      'spec/frame.md': `# Transfer frame

| offset | bytes | field         |
| ------ | ----- | ------------- |
| 0      | 2     | spacecraft id |
| 2      | 1     | channel       |
| 4      | 4     | counter       |
| 8      | n     | payload       |
`,
    },
  });
  history.commit({
    days: 230,
    by: 'erin',
    message: 'Build and test in a pipeline',
    write: {
      '.gitlab-ci.yml': `image: golang:1.24

stages: [test, build]

test:
  stage: test
  script:
    - go vet ./...
    - go test -race ./...

build:
  stage: build
  script:
    - make build
  artifacts:
    paths: [bin/server]
`,
    },
  });
  history.tag('v0.9.0', { days: 120, by: 'bob', message: 'Beta' });
  history.commit({
    days: 44,
    by: 'bob',
    message: 'Limit how many frames one request may ask for',
    edit: {
      'internal/frames/handler.go': [
        ['json.NewEncoder(w).Encode(Latest(100))', 'json.NewEncoder(w).Encode(Latest(limitOf(r)))'],
        [
          '// Handler answers',
          `const maxFrames = 500

// Handler answers`,
        ],
      ],
      'internal/frames/store.go': [
        [
          '// Latest gives',
          `func limitOf(r *http.Request) int {
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit <= 0 || limit > maxFrames {
		return maxFrames
	}
	return limit
}

// Latest gives`,
        ],
        ['package frames\n', 'package frames\n\nimport (\n\t"net/http"\n\t"strconv"\n)\n'],
      ],
    },
  });
  history.tag('v1.0.0', { days: 40, by: 'bob', message: 'Stable frames' });
  history.commit({
    days: 4,
    by: 'bob',
    branch: 'feature/streaming',
    message: 'Stream frames as they arrive',
    write: {
      'internal/frames/stream.go': `package frames

// Stream sends every new frame until the client goes away.
func Stream(out chan<- Frame) {
	for _, frame := range Latest(1) {
		out <- frame
	}
}
`,
    },
  });
}
