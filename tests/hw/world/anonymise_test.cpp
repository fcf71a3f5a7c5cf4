#include "hw/world/anonymise.h"

#include <gtest/gtest.h>

namespace treering::hw {
namespace {

std::string anonymised_text(const std::string& path, const std::string& text,
                            std::string_view host = "") {
  Recording recording;
  recording.texts[path] = text;
  return anonymised(recording, host).texts.at(path);
}

TEST(Anonymise, EqualGuidsStayEqual) {
  Recording recording;
  recording.texts["/a/node_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts["/a/sys_image_guid"] = "b8ce:f603:00a1:0001\n";
  recording.texts["/b/node_guid"] = "B8CE:F603:00A1:0002\n";
  recording.texts["/b/zero"] = "0000:0000:0000:0000\n";
  const Recording clean = anonymised(recording, "");
  EXPECT_EQ(clean.texts.at("/a/node_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at("/a/sys_image_guid"), "0000:0000:0000:0001\n");
  EXPECT_EQ(clean.texts.at("/b/node_guid"), "0000:0000:0000:0002\n");
  EXPECT_EQ(clean.texts.at("/b/zero"), "0000:0000:0000:0000\n");
}

TEST(Anonymise, GidsHardwareAddressesAndNumbers) {
  EXPECT_EQ(anonymised_text("/gid", "fe80:0000:0000:0000:b8ce:f603:00a1:0001"),
            "fe80:0000:0000:0000:0000:0000:0000:0001");
  EXPECT_EQ(anonymised_text("/mac", "at 0c:42:a1:00:00:01."), "at 00:00:00:00:00:01.");
  EXPECT_EQ(anonymised_text("/guid", "guid=0xb8cef60300a10001"), "guid=0x0000000000000001");
}

TEST(Anonymise, BusIdsAndFiguresStay) {
  const std::string text = "0000:17:00.0 0x10de 16.0 GT/s PCIe ffffffff,ffffffff 10000:e1:00.0";
  EXPECT_EQ(anonymised_text("/sys/text", text), text);
}

TEST(Anonymise, NamesWithHardwareAddresses) {
  Recording recording;
  recording.links["/sys/class/net/enx0c42a1000001"] = "/sys/devices/d/net/enx0c42a1000001";
  recording.folders = {"/sys/devices/d/net/enx0c42a1000001"};
  const Recording clean = anonymised(recording, "");
  const std::string folder = "/sys/devices/d/net/enx000000000001";
  EXPECT_EQ(clean.links.at("/sys/class/net/enx000000000001"), folder);
  EXPECT_TRUE(clean.folders.contains(folder));
}

TEST(Anonymise, HostNamesAndSerials) {
  EXPECT_EQ(anonymised_text("/node_desc", "gpu-17 mlx5_0, not gpu-170", "gpu-17"),
            "host mlx5_0, not gpu-170");
  EXPECT_EQ(anonymised_text("/sys/class/dmi/id/product_serial", "ABC\n"), "anonymised 1\n");
  EXPECT_EQ(anonymised_text("/proc/cpuinfo", "model : 1\nSerial\t\t: 00ab\n"),
            "model : 1\nSerial\t\t: 1\n");
}

}  // namespace
}  // namespace treering::hw
