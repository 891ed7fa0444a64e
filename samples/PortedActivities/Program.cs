using System;
using System.Threading.Tasks;

namespace PortedActivities;

/// <summary>Runs each activity of the library once, and says in a line what it shows.</summary>
internal static class Program
{
    internal static async Task<int> Main()
    {
        await new Showcase(Console.Out).RunAsync();
        return 0;
    }
}
