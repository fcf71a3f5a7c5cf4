// A sweep by workers without processes, and what is kept of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/tuner/measure/fake_workers.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {

inline Sweep sweep_of(int count) {
  Sweep sweep;
  for (int i = 0; i < count; ++i) {
    Configuration one;
    one.call.bytes = std::uint64_t{8} << static_cast<unsigned>(i);
    sweep.configurations.push_back(one);
  }
  return sweep;
}

struct Outcome {
  std::vector<Record> records;
  int starts = 0;
  core::Result<std::size_t> done = 0;
};

inline Outcome conducted(const Sweep& sweep, const FakeWorkers::Answer& answer,
                         const std::vector<Record>& earlier = {}, Retry retry = Retry::Lost) {
  Outcome outcome;
  Conduct with;
  with.runner = "fake";
  with.retry = retry;
  with.start = [&]() -> core::Result<std::unique_ptr<Workers>> {
    ++outcome.starts;
    return std::make_unique<FakeWorkers>(answer);
  };
  with.keep = [&](const Record& record) -> core::Result<void> {
    outcome.records.push_back(record);
    return {};
  };
  outcome.done = conduct(sweep, earlier, with);
  return outcome;
}

}  // namespace treering::tuner::measure
