// Texts that are recognised so as to say what to give instead.
#include <gtest/gtest.h>

#include "hw/formats/format.h"

namespace treering::hw::formats {
namespace {

std::string known(std::string_view text) {
  const Format* const format = recognise(text);
  if (format == nullptr) return "none";
  EXPECT_FALSE(format->why_not.empty()) << format->name;
  return std::string(format->name);
}

TEST(KnownTexts, OfAmd) {
  EXPECT_EQ(known("===== ROCm System Management Interface =====\n"
                  "===== Weight between two GPUs =====\n"
                  "       GPU0  GPU1\nGPU0   0     15\nGPU1   15    0\n"),
            "rocm-smi");
}

TEST(KnownTexts, TheCpusAlone) {
  EXPECT_EQ(known("Architecture: x86_64\nCPU op-mode(s): 32-bit, 64-bit\nSocket(s): 2\n"), "lscpu");
}

TEST(KnownTexts, APieceOfXml) {
  EXPECT_EQ(known("```\n  <nvlink target=\"0000:c4:00.0\" count=\"2\"/>\n  </gpu>\n```\n"),
            "xml-piece");
  EXPECT_EQ(known("</gpu>\n"), "xml-piece");
  EXPECT_EQ(known("<3 this cluster>\n"), "none");
}

}  // namespace
}  // namespace treering::hw::formats
