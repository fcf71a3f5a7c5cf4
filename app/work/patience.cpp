#include "app/work/patience.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/schedule/ring.h"

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

namespace {

using sim::schedule::StepIndex;
using sim::schedule::StreamId;

/// What is faster, where it is known: equal chunks go alike everywhere.
std::string advice(const sim::schedule::Schedule& schedule) {
  if (sim::schedule::shorter_chunks(schedule) == 0) {
    return "a smaller ⟨nodes⟩ or ⟨size⟩ is faster";
  }
  return fmt::format(
      "a smaller ⟨nodes⟩ or ⟨size⟩ is faster, and so is a size whose chunks are equal, such as {} "
      "B",
      sim::schedule::bytes_of_full_chunks(schedule));
}

std::string messages_text(StepIndex count) {
  constexpr StepIndex kMillion = 1'000'000;
  return count < kMillion
             ? core::counted(static_cast<std::size_t>(count), "message")
             : fmt::format("{:.1f} million messages", static_cast<double>(count) / 1e6);
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double kNanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + kNanosecond * static_cast<double>(now.tv_nsec);
}

void Forecast::begin() {
  began_at_ = looked_at_ = limits_.clock();
  began_work_s_ = limits_.work_clock();
  last_ = {began_work_s_, 0};
}

void Forecast::see(double done, const std::function<Words()>& first) {
  const Mark mark{limits_.work_clock(), done};
  const Mark& before = middle_ ? *middle_ : last_;
  if (mark.done <= before.done || mark.work_s <= before.work_s) return;
  const double now = limits_.clock();
  looked_at_ = now;
  if (!middle_) {
    middle_ = mark;
    return;
  }
  const double longer = std::max((now - began_at_) / (mark.work_s - began_work_s_), 1.0);
  const double seconds = longer * work_left(mark);
  wait_s_ *= 2;
  last_ = mark;
  middle_.reset();
  if (!is_news(seconds, now)) return;
  if (said_until_) {
    announce_(fmt::format("the rest takes about {:.0f} s", seconds));
  } else {
    const Words words = first();
    announce_(fmt::format("{} about {:.0f} s; {}", words.before, seconds, words.after));
  }
  said_until_ = now + seconds;
}

/// Work becomes slower where ranks fall out of step: only its last part counts. Where that part was
/// slower than the one before it, the rest is expected to be slower again. With at most 1.5 times,
/// the forecast is right to a factor of two if the rest is as fast, and if it is three times
/// slower.
double Forecast::work_left(const Mark& mark) const {
  constexpr double kMostGrowth = 1.5;
  const double before = (middle_->work_s - last_.work_s) / (middle_->done - last_.done);
  const double now = (mark.work_s - middle_->work_s) / (mark.done - middle_->done);
  return (1 - mark.done) * now * std::clamp(now / before, 1.0, kMostGrowth);
}

bool Forecast::is_news(double seconds, double now) const {
  if (!said_until_) return seconds >= limits_.long_s;
  constexpr double kOther = 1.5;
  const double said = std::max(*said_until_ - now, 0.0);
  return std::max(seconds, said) >= limits_.long_s &&
         (seconds > kOther * said || said > kOther * seconds);
}

Patience::Patience(const sim::schedule::Schedule& schedule, const Announce& announce,
                   const Work& work, const PatienceLimits& limits)
    : schedule_(schedule),
      announce_(announce),
      work_(work),
      limits_(limits),
      forecast_(announce, limits) {}

void Patience::stands_for(const sim::engine::Representatives& representatives) {
  representatives_ = representatives;
}

void Patience::step_ends(StreamId stream, StepIndex step, double /*at*/) {
  // What is before the first step takes another time.
  if (seen_ == 0) forecast_.begin();
  count(stream, step);
  if (++seen_ % limits_.look_every == 0 && announce_ && forecast_.is_due()) look();
  if (work_.report && seen_ % limits_.report_every == 0) {
    work_.say({"simulating", "steps", done_, all()});
  }
}

void Patience::look() {
  const StepIndex steps = all();
  forecast_.see(static_cast<double>(done_) / static_cast<double>(steps), [&] {
    return Forecast::Words{
        fmt::format("up to {} are simulated one by one, which takes", messages_text(steps - done_)),
        advice(schedule_)};
  });
}

void Patience::is_done(double share) {
  if (seen_++ == 0) forecast_.begin();
  if (announce_ && forecast_.is_due()) {
    forecast_.see(share, [&] {
      return Forecast::Words{"most ranks have times of their own, which take", advice(schedule_)};
    });
  }
  if (!work_.report) return;
  done_ = static_cast<std::uint64_t>(share * static_cast<double>(all()));
  work_.say({"simulating", "steps", done_, all()});
}

/// Counting them takes as long as some of them.
std::uint64_t Patience::all() {
  if (all_ == 0) all_ = std::max<std::uint64_t>(all_steps(), 1);
  return all_;
}

/// Steps that are skipped as repetitions show in the number of the next.
void Patience::count(StreamId stream, StepIndex step) {
  const auto at = static_cast<std::size_t>(stream);
  if (at >= next_.size()) next_.resize(at + 1);  // the last ones mostly are not simulated
  const StepIndex before = std::exchange(next_[at], step + 1);
  done_ += step + 1 - before;
}

/// Of the streams that are simulated.
std::uint64_t Patience::all_steps() const {
  std::uint64_t steps = 0;
  for (StreamId id = 0; id < schedule_.streams(); ++id) {
    if (representatives_.of_stream(id) == id) steps += schedule_.stream(id).steps;
  }
  return steps;
}

}  // namespace treering::app::work
