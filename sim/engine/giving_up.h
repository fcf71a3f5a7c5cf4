// Runs that nobody waits for any more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "sim/engine/observer.h"

namespace treering::sim::engine {

/// Asks an observer now and then whether it gives up: once in so many instants, which take
/// microseconds each, so that asking costs nothing.
class GivingUp {
 public:
  static constexpr std::uint32_t kInstants = 256;  // a power of two

  /// \param observer null: nobody does
  explicit GivingUp(const Observer* observer) : observer_(observer) {}

  /// To be called after each instant.
  bool operator()() {
    return observer_ != nullptr && ++instants_ % kInstants == 0 && observer_->gives_up();
  }

 private:
  const Observer* observer_;
  std::uint32_t instants_ = 0;
};

/// Sees nothing of a run.
class Blind : public Observer {
 public:
  void step_begins(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/, double /*at*/,
                   const Cause& /*cause*/) override {}
  void step_ends(schedule::StreamId /*stream*/, schedule::StepIndex /*step*/,
                 double /*at*/) override {}
  void rate_changes(ConnectionId /*connection*/, double /*at*/, double /*rate*/) override {}
  bool hears_rates() const override { return false; }
  bool looks_on() const override { return false; }
};

/// Gives up when it is told to, and sees nothing.
class Stoppable final : public Blind {
 public:
  explicit Stoppable(std::stop_token stop) : stop_(std::move(stop)) {}

  bool gives_up() const override { return stop_.stop_requested(); }

 private:
  std::stop_token stop_;
};

/// One of several runs for an observer, who sees how far all are and nothing else.
class PartOfWork final : public Blind {
 public:
  /// \param observer null: nobody; outlives this
  PartOfWork(Observer* observer, std::size_t number, std::size_t of)
      : observer_(observer), number_(static_cast<double>(number)), of_(static_cast<double>(of)) {}

  bool gives_up() const override { return observer_ != nullptr && observer_->gives_up(); }
  void is_done(double share) override {
    if (observer_ != nullptr) observer_->is_done((number_ + share) / of_);
  }

 private:
  Observer* observer_;
  double number_;
  double of_;
};

}  // namespace treering::sim::engine
