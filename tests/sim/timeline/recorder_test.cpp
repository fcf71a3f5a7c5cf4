#include "sim/timeline/recorder.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/timeline/track.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::timeline {
namespace recorder_test {

/// Empty where both have the same steps.
std::string difference(const Recording& one, const Recording& other, int streams) {
  if (one.until_us != other.until_us) return "another end";
  for (schedule::StreamId id = 0; id < streams; ++id) {
    static const Track<RecordedStep> kNone;
    const auto* const first = one.streams.find(id);
    const auto* const second = other.streams.find(id);
    const Track<RecordedStep>& a = first == nullptr ? kNone : *first;
    const Track<RecordedStep>& b = second == nullptr ? kNone : *second;
    if (a.entries != b.entries) return "other steps";
    if (a.repeats != b.repeats) return "other repetitions";
  }
  return "";
}

// One log has what a recorder of a timeline and one of the path alone have.
RC_GTEST_PROP(RecorderProperty, APathGoesOnWhereATimelineEnds, ()) {
  const int ranks = *rc::gen::inRange(2, 9);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1000, 40'000);
  const bool is_tree = *rc::gen::arbitrary<bool>();
  const Shared steps =
      is_tree ? tree(ranks, bytes) : ring(ranks, bytes, schedule::Goal::AllReduce, 1);
  const engine::Wiring wiring = testing::wiring_of(*steps, {.ranks = ranks});
  const engine::Shortcuts shortcuts{*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
  const auto most = *rc::gen::inRange<std::size_t>(5, 3000);
  Recorder timeline(most);
  Recorder path = Recorder::of_steps(most);
  Recorder both = Recorder::with_path(most);
  for (Recorder* const one : {&timeline, &path, &both}) {
    engine::simulate(*steps, wiring, shortcuts, one);
  }
  RC_ASSERT(difference(both.steps(), path.take(), steps->streams()) == "");
  const Recording expected = timeline.take();
  const Recording found = both.take();
  RC_ASSERT(difference(found, expected, steps->streams()) == "");
  RC_ASSERT(found.connections.tracks().size() == expected.connections.tracks().size());
  for (std::size_t i = 0; i < found.connections.tracks().size(); ++i) {
    RC_ASSERT(found.connections.tracks()[i].entries == expected.connections.tracks()[i].entries);
    RC_ASSERT(found.connections.tracks()[i].repeats == expected.connections.tracks()[i].repeats);
  }
}

}  // namespace recorder_test
}  // namespace treering::sim::timeline
