// A program that runs beside us: started with its descendants as a group, watched, and ended.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/result.h"
#include "tuner/launch/last_words.h"
#include "tuner/launch/printed_text.h"

namespace treering::tuner::launch {

struct Command {
  std::vector<std::string> words;        // the program, on PATH or with its folder, and arguments
  std::vector<std::string> environment;  // beside our own: "NAME=VALUE"; "NAME" is taken out
};

/// "NAME=VALUE", as this process was given them.
std::vector<std::string> environment_of_this_process();

/// This process becomes the command. Returns only where it cannot.
core::Failure become(const Command& command);

class Process {
 public:
  /// Fails where the program cannot be started.
  static core::Result<Process> start(const Command& command);
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) = delete;
  /// Ends it.
  ~Process();

  /// How it ended: "exit code 1", "killed by signal 9 (Killed)"; nothing while it runs.
  std::optional<std::string> ending();
  /// Waits so long for it to end by itself. False where it still runs.
  bool wait(std::chrono::milliseconds most);
  /// Asks it to end, and kills what has not after two seconds.
  void end();
  /// The end of what it and its descendants have printed.
  [[nodiscard]] std::string printed() const { return printed_->now(); }
  /// last_words() of that.
  [[nodiscard]] std::string last_words() const { return launch::last_words(printed()); }

 private:
  Process(pid_t id, std::unique_ptr<PrintedText> printed) : id_(id), printed_(std::move(printed)) {}

  pid_t id_ = -1;
  std::unique_ptr<PrintedText> printed_;
  std::optional<int> status_;  // as waitpid gives it
};

}  // namespace treering::tuner::launch
