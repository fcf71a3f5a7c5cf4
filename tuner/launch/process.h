// A program that runs beside us: it is started, its output is read, and the output says why it
// ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/types.h>

#include "core/result.h"

namespace treering::tuner::launch {

// The end of what a process prints. Whatever it prints, no more than that is kept.

class OutputTail {
 public:
  static constexpr std::size_t kMost = 65536;

  void add(std::string_view piece);

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Finds in the output of a program why it ended.

/// The variable that makes the mpirun of Open MPI 4 say of each line which rank printed it:
/// "[1,3]<stderr>:no memory".
inline constexpr const char* kTagVariable = "OMPI_MCA_orte_tag_output";

/// The last line with words in it; empty where there is none. Under Open MPI's mpirun, the last of
/// the rank that ended first, where lines have their rank, and behind it what mpirun says of its
/// end, which stands between lines of dashes. A message of Open MPI that takes several lines counts
/// as one, and the trace of a crash as its signal.
std::string last_words(std::string_view text);

// The output of a process, read as it comes, so that it never waits for us and fills no disk.

class PrintedText {
 public:
  /// \param pipe whose other end is the process's; closed with this. Throws std::system_error where
  /// the system has no room for a thread or an open file.
  explicit PrintedText(int pipe);
  PrintedText(const PrintedText&) = delete;
  PrintedText& operator=(const PrintedText&) = delete;
  ~PrintedText();

  /// All that has been printed by now, as far as it is kept.
  std::string now();

 private:
  void read_on();
  bool take();

  int pipe_ = -1;
  int wake_ = -1;  // an eventfd
  std::mutex mutex_;
  OutputTail tail_;
  std::thread thread_;
};

// A program that runs beside us: started with its descendants as a group, watched, and ended.

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
