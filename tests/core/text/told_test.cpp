#include "core/text/told.h"

#include <string_view>

#include <gtest/gtest.h>

namespace treering::core {
namespace told_test {

TEST(Told, AHangInManyWords) {
  for (const std::string_view line : {
           "training stalled",
           "all_reduce_perf hangs at P2P",
           "It gets stuck after the first step.",
           "The whole thing freezes when I use two GPUs",
           "There seems to be a deadlock in ncclAllReduce",
           "GPU utilisation 100 % but no progress",
           "The process doesn't respond any more",
           "it doesn\u2019t finish",
           "NCCL hang on 2x H100",
           "nccl-tests hangs with -g 2 (2.18.5).",
           "If I use more than 2 GPUs, it hangs.",
           "There is no error and it hangs forever.",
           "I can reproduce the hang on two nodes.",
           "Why does all-reduce hang?",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::Hang) << line;
  }
}

TEST(Told, WrongData) {
  for (const std::string_view line : {
           "all_reduce gives wrong results",
           "We see corruption of data after all_gather.",
           "Ring is fine but the data is corrupted with Tree",
           "incorrect results in the second iteration",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::WrongData) << line;
  }
}

TEST(Told, Failures) {
  EXPECT_EQ(trouble_told_in("vLLM crashes on start with tp 2."), Told::Broken);
  EXPECT_EQ(trouble_told_in("P2P does not work between these cards."), Told::Broken);
}

// What is denied, may be or depends is no report.
TEST(Told, WhatIsNotSo) {
  for (const std::string_view line : {
           "With NCCL_P2P_DISABLE=1 it does not hang",
           "It no longer hangs",
           "this may cause hangs",
           "This can potentially cause a hang if this rank to GPU mapping is incorrect.",
           "It can hang",
           "If it hangs, try again",
           "Fixed a hang in graph capture",
           "The test never fails.",
           "the wrong data type",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::Nothing) << line;
  }
}

// What hangs is not the run.
TEST(Told, AToolThatHangs) {
  for (const std::string_view line : {
           "In most cases, `nvidia-bug-report.sh` freezes during execution.",
           "nvidia-smi hangs for minutes",
           "Why does nvidia-smi hang?",
           "the nvidia-smi process gets stuck in state D",
           "It hangs when running nvidia-smi.",
           "Running dcgmi diag on this node never finishes",
           "The desktop freezes with both cards",
           "pip install hangs at this package",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::Nothing) << line;
  }
}

// A tool beside it is only a witness.
TEST(Told, ARunThatHangsBesideATool) {
  for (const std::string_view line : {
           "nvidia-smi shows 100 % on all GPUs when it is stuck",
           "After nvidia-smi -r the training hangs again",
           "The job hangs with nvidia-smi showing full load",
           "nvidia-smi works but all_reduce_perf hangs",
           "It hangs with nvidia-smi showing full load",
           "a hung process in nvidia-smi",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::Hang) << line;
  }
}

// Names of threads and variables, figures, code.
TEST(Told, WhatIsNoSentence) {
  for (const std::string_view line : {
           "",
           "hang",
           "[0] hang_monitor 0x7f0012 99 99 99 99 12 13",
           "the thread nccl_hang_monitor is idle",
           "\"status\": \"hang\"",
           "  File \"<frozen importlib._bootstrap>\", line 1176, in _find_and_load",
           "freeze the encoder layers",
           "double free or corruption (out)",
           "#       size  count  type  redop  root  time  algbw  busbw #wrong  time",
           "std::thread hang(a, b)",
           "stuck = true; hang = false;",
       }) {
    EXPECT_EQ(trouble_told_in(line), Told::Nothing) << line;
  }
}

TEST(Told, TheSentenceOfALongLine) {
  EXPECT_EQ(sentence_of_trouble("Training works. Validation hangs on rank 3. Any idea?"),
            "Validation hangs on rank 3.");
  EXPECT_EQ(sentence_of_trouble("We use NCCL 2.18.5. All is well."), "");
}

}  // namespace told_test
}  // namespace treering::core
