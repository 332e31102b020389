import type { History } from '../history.ts';

/** On-board software in Rust, in a private subgroup. */
export function attitudeControl(history: History): void {
  history.commit({
    days: 329,
    by: 'bob',
    message: 'Initial commit',
    write: {
      'README.md': '# Attitude Control\n\nKeeps the antenna pointed at the ground.\n',
      'Cargo.toml': '[package]\nname = "attitude-control"\nversion = "0.3.0"\nedition = "2024"\n',
      'src/lib.rs': `//! Attitude control loop.

pub mod quaternion;

/// Runs once per 100 ms.
pub fn step(error: f64) -> f64 {
    -0.8 * error
}
`,
      'src/quaternion.rs': `#[derive(Clone, Copy)]
pub struct Quaternion {
    pub w: f64,
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
`,
    },
  });
  history.commit({
    days: 180,
    by: 'bob',
    message: 'Damp the wheel',
    edit: { 'src/lib.rs': [['    -0.8 * error', '    const GAIN: f64 = 0.6;\n    -GAIN * error']] },
  });
  history.commit({
    days: 20,
    by: 'bob',
    message: 'Check every push',
    write: {
      '.gitlab-ci.yml': `test:
  image: rust:1.86
  script:
    - cargo test --locked
`,
    },
  });
}
