// Machines of tests/support/recorded_machines.h, discovered.
#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/world/recording_world.h"
#include "hw/world/replayed_world.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"

namespace treering::support {

/// What was made, which the running test expects to have worked.
template <typename T>
T expected(core::Result<T> result) {
  EXPECT_TRUE(result) << result.error().message();
  return std::move(result).value();
}

inline hw::Discovery discovered(RecordedMachine machine) {
  return expected(hw::discover(hw::ReplayedWorld(machine.recording()), "test"));
}

/// A line each.
inline std::string notes_of(const hw::Discovery& discovery) {
  std::string text;
  for (const core::Diagnostic& note : discovery.notes) text += note.message() + "\n";
  return text;
}

struct Replay {
  hw::Discovery first;  // of the machine, while what it answers is recorded
  hw::Discovery again;  // of that recording, written to a folder and read
};

inline Replay recorded_and_replayed(RecordedMachine machine) {
  const hw::ReplayedWorld inner(machine.recording());
  const hw::RecordingWorld world(inner);
  const hw::Discovery first = expected(hw::discover(world, "test"));
  const TemporaryFolder folder;
  EXPECT_TRUE(hw::write_recording(world.recording(), folder.path()));
  const hw::Recording loaded = expected(hw::load_recording(folder.path()));
  return {first, expected(hw::discover(hw::ReplayedWorld(loaded), "test"))};
}

}  // namespace treering::support
