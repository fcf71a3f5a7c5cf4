// A job of two DGX A100 and measurements of it, as files for treering validate and calibrate.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace treering::cli {

inline constexpr const char* kHead =
    "id,collective,size_bytes,nodes,ranks,algo_forced,time_us_oop\n";

/// all_reduce on 16 GPUs: 40 us and 0.01 us per 1000 bytes, which is near a DGX A100's.
std::string sweep(const std::string& id, const std::string& algorithm);

/// A sweep of NCCL's own choices on a machine that takes 1.3 times as long as is predicted.
std::string slow_sweep();

std::string text_of(const std::string& file);

class MeasuredJob : public ::testing::Test {
 protected:
  void SetUp() override;

  std::string write(const std::string& name, const std::string& text) const;
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  support::TemporaryFolder kept_;
  std::filesystem::path folder_ = kept_.path();
  std::string runs_;
  std::string job_;
};

}  // namespace treering::cli
