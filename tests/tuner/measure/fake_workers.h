// Workers without processes: their times follow from the configuration.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {

class FakeWorkers final : public Workers {
 public:
  using Answer = std::function<core::Result<Batch>(const Task&)>;

  explicit FakeWorkers(Answer answer, int ranks = 4) : answer_(std::move(answer)) {
    hello_.library = "fake 1.0";
    hello_.ranks = ranks;
    hello_.nodes = 1;
    hello_.environment["binding"] = "spread";
  }

  [[nodiscard]] const Hello& hello() const override { return hello_; }
  std::map<std::string, std::string>& hello_environment() { return hello_.environment; }
  [[nodiscard]] bool is_alive() const override { return is_alive_; }
  core::Result<Batch> run(const Task& task, core::Duration /*patience*/) override {
    auto batch = answer_(task);
    is_alive_ = batch.has_value() || batch.error().found != "died";
    return batch;
  }

 private:
  Answer answer_;
  Hello hello_;
  bool is_alive_ = true;
};

/// As many samples as asked, all of one time.
inline core::Result<Batch> steady(const Task& task, double us) {
  Batch batch;
  batch.samples_us.assign(static_cast<std::size_t>(task.samples), us);
  batch.spread_us.assign(static_cast<std::size_t>(task.samples), 0.0);
  if (task.loops > 0) batch.loop_us = us;
  return batch;
}

}  // namespace treering::tuner::measure
