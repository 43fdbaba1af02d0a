// A program for `asunder score --exec`: reads lines with two boxes, answers each with a line.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>

struct Vec { float x, y, z; };
struct Box { Vec center; float half[3]; Vec axes[3]; };

static float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The test to be judged: put yours here. This is the separating-axis test, in float.
static bool meet(const Box& a, const Box& b) {
    Vec d{b.center.x - a.center.x, b.center.y - a.center.y, b.center.z - a.center.z};
    auto apart = [&](Vec axis) {
        float reach = 0;
        for (int i = 0; i < 3; i++)
            reach += a.half[i] * std::fabs(dot(a.axes[i], axis)) + b.half[i] * std::fabs(dot(b.axes[i], axis));
        return std::fabs(dot(d, axis)) > reach;
    };
    for (int i = 0; i < 3; i++) {
        if (apart(a.axes[i]) || apart(b.axes[i])) return false;
        for (int j = 0; j < 3; j++)
            if (apart(cross(a.axes[i], b.axes[j]))) return false;
    }
    return true;
}

// Ten numbers: the center, the half extents, the rotation as a quaternion x, y, z, w of any length.
static Box box(const float* n) {
    float x = n[6], y = n[7], z = n[8], w = n[9], s = 2 / (x * x + y * y + z * z + w * w);
    return {{n[0], n[1], n[2]}, {n[3], n[4], n[5]},
            {{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
             {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
             {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}}};
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        float numbers[20] = {};
        int count = 0;
        for (const char* at = line.c_str(); *at && count < 20;) {
            if (*at == '-' || (*at >= '0' && *at <= '9')) {
                char* end;
                numbers[count++] = std::strtof(at, &end);
                at = end;
            } else {
                at++;
            }
        }
        bool answer = meet(box(numbers), box(numbers + 10));
        std::cout << "{\"intersects\":" << (answer ? "true" : "false") << "}" << std::endl;
    }
}
