using System;
using System.Threading.Tasks;

namespace LegacyOrders;

/// <summary>Runs the workflows of the orders, first in the runtime for WF3 and then inside a new workflow, and prints what happens.</summary>
internal static class Program
{
    internal static async Task<int> Main()
    {
        await new Showcase(Console.Out).RunAsync();
        return 0;
    }
}
