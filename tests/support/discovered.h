// Machines of tests/support/recorded_machines.h, discovered.
#pragma once

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/temporary_folder.h"

namespace treering::support {

/// What was made, which the running test expects to have worked.
template <typename T>
T expected(core::Result<T> result) {
  EXPECT_TRUE(result) << result.error().message();
  return std::move(result).value();
}

inline hw::discover::Discovery discovered(RecordedMachine machine) {
  return expected(
      hw::discover::discover(hw::world::recording::ReplayedWorld(machine.recording()), "test"));
}

/// A line each.
inline std::string notes_of(const hw::discover::Discovery& discovery) {
  std::string text;
  for (const core::Diagnostic& note : discovery.notes) text += note.message() + "\n";
  return text;
}

struct Replay {
  hw::discover::Discovery first;  // of the machine, while what it answers is recorded
  hw::discover::Discovery again;  // of that recording, written to a folder and read
};

inline Replay recorded_and_replayed(RecordedMachine machine) {
  const hw::world::recording::ReplayedWorld inner(machine.recording());
  const hw::world::recording::RecordingWorld world(inner);
  const hw::discover::Discovery first = expected(hw::discover::discover(world, "test"));
  const TemporaryFolder folder;
  EXPECT_TRUE(hw::world::recording::write_recording(world.recording(), folder.path()));
  const hw::world::recording::Recording loaded =
      expected(hw::world::recording::load_recording(folder.path()));
  return {first,
          expected(hw::discover::discover(hw::world::recording::ReplayedWorld(loaded), "test"))};
}

}  // namespace treering::support
