// A process of the workers that is killed while they work.
#pragma once

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <unistd.h>

#include "tuner/measure/workers.h"

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

}  // namespace treering::tuner::runners
