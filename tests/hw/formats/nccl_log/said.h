// NCCL debug logs for tests, made by hand, and what the reader makes of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::hw::formats::nccl_log {

inline LoadedCluster loaded(const std::string& text) {
  auto read = cluster_in(read_log_nccl_log({"t.log", text}));
  if (!read) {
    ADD_FAILURE() << read.error().message();
    return {};
  }
  return *std::move(read);
}

inline std::string message_of(const std::string& text) {
  const auto read = cluster_in(read_log_nccl_log({"t.log", text}));
  return read ? "no error" : read.error().message();
}

/// What a log without a machine says of its run.
inline std::optional<LoadedRun> run_in(const std::string& text) {
  auto read = read_log_nccl_log({"t.log", text});
  if (!read || !std::holds_alternative<LoadedRun>(*read)) return std::nullopt;
  return std::get<LoadedRun>(*std::move(read));
}

inline std::string notes_of(const LoadedCluster& read) {
  std::string all;
  for (const auto& note : read.notes) all += note.message() + "\n";
  return all;
}

/// Each of `lines` behind what NCCL puts first.
inline std::string said(const std::string& prefix, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += prefix + " NCCL INFO " + line + "\n";
  return text;
}

/// nccl-tests' list of the GPUs of host "n".
inline std::string listed(const std::string& model, int gpus) {
  std::string text;
  for (int i = 0; i < gpus; ++i) {
    const std::string number = std::to_string(i);
    text += "#  Rank  " + number + " Group  0 Pid 1 on n device  " + number + " [0x" +
            std::to_string(17 + i) + "] " + model + "\n";
  }
  return text;
}

}  // namespace treering::hw::formats::nccl_log
