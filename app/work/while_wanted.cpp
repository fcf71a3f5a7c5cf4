#include "app/work/while_wanted.h"

#include <memory>
#include <utility>
#include <vector>

namespace treering::app::work {

sim::AlternativesOf while_wanted(sim::AlternativesOf alternatives, const Work& work,
                                 std::uint64_t calls) {
  return [ask = std::move(alternatives), &work, calls, done = std::make_shared<std::uint64_t>(0)](
             core::Collective collective, std::uint64_t bytes) {
    if (work.is_cancelled()) return std::vector<sim::Alternative>();
    auto all = ask(collective, bytes);
    work.say({"timing", "calls", ++*done, calls});
    return all;
  };
}

}  // namespace treering::app::work
