// The output of a process, read as it comes, so that it never waits for us and fills no disk.
#pragma once

#include <mutex>
#include <string>
#include <thread>

#include "tuner/launch/output_tail.h"

namespace treering::tuner::launch {

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

}  // namespace treering::tuner::launch
