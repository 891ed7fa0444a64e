using System;
using System.Threading.Tasks;

namespace PortedActivities;

/// <summary>Runs each activity of the library once, and prints one line about it.</summary>
internal static class Program
{
    internal static async Task<int> Main()
    {
        await new Showcase(Console.Out).RunAsync();
        return 0;
    }
}
