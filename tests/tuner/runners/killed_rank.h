// Workers of which a process is killed or stopped while they work.
#pragma once

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "tuner/measure/conductor.h"

namespace treering::tuner::runners {

/// The processes that `parent` has started, in order.
inline std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    std::getline(file, line);
    // "17 (name) S 3 ...": the parent is the second word after the name.
    const std::size_t end = line.rfind(") ");
    if (end == std::string::npos) continue;
    if (std::stoi(line.substr(end + 4)) == parent) children.push_back(std::stoi(line));
  }
  std::ranges::sort(children);
  return children;
}

/// Workers of which a process is killed while they do their first task, of which there is no end.
class Killed final : public measure::Workers {
 public:
  Killed(std::unique_ptr<measure::Workers> whole, pid_t process)
      : whole_(std::move(whole)), process_(process) {}

  [[nodiscard]] const measure::Hello& hello() const override { return whole_->hello(); }
  [[nodiscard]] bool is_alive() const override { return whole_->is_alive(); }
  core::Result<measure::Batch> run(const measure::Task& task, core::Duration patience) override {
    measure::Task endless = task;
    endless.samples = 100'000'000;
    const std::jthread killer([this] { kill(process_, SIGKILL); });
    return whole_->run(endless, patience);
  }

 private:
  std::unique_ptr<measure::Workers> whole_;
  pid_t process_;
};

/// Workers of which a process is stopped, as one that hangs, while they do their first task.
class Stopped final : public measure::Workers {
 public:
  Stopped(std::unique_ptr<measure::Workers> whole, pid_t process)
      : whole_(std::move(whole)), process_(process) {}

  [[nodiscard]] const measure::Hello& hello() const override { return whole_->hello(); }
  [[nodiscard]] bool is_alive() const override { return whole_->is_alive(); }
  core::Result<measure::Batch> run(const measure::Task& task, core::Duration) override {
    kill(process_, SIGSTOP);
    return whole_->run(task, core::Duration::from_us(1e6));
  }

 private:
  std::unique_ptr<measure::Workers> whole_;
  pid_t process_;
};

/// Starts workers, and counts how often. The first time they are Harmed in the process of their
/// last rank: the last child of what was started, or that itself where all ranks are in it.
template <class Harmed>
measure::StartWorkers harmed_once(measure::StartWorkers start, int& starts) {
  return [start = std::move(start), &starts]() -> core::Result<std::unique_ptr<measure::Workers>> {
    const std::vector<pid_t> earlier = children_of(getpid());
    auto workers = start();
    if (!workers || starts++ > 0) return workers;
    std::vector<pid_t> started;
    std::ranges::set_difference(children_of(getpid()), earlier, std::back_inserter(started));
    if (started.size() != 1) return core::environment_error("processes", "not one was started");
    std::vector<pid_t> ranks = children_of(started.front());
    if (ranks.empty())
      ranks.assign(static_cast<std::size_t>((*workers)->hello().ranks), started[0]);
    if (ranks.size() != static_cast<std::size_t>((*workers)->hello().ranks)) {
      return core::environment_error("ranks", std::to_string(ranks.size()));
    }
    return std::make_unique<Harmed>(*std::move(workers), ranks.back());
  };
}

}  // namespace treering::tuner::runners
