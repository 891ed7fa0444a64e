using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;

namespace Workflow.Perf.Measuring;

/// <summary>The environment in which figures were taken, without which they have no meaning.</summary>
internal sealed record Machine(
    string Processor, int Cores, string System, string Runtime, string Collector, string Engine, string Load, string Date)
{
    private const string ProcessorFile = "/proc/cpuinfo";
    private const string LoadFile = "/proc/loadavg";

    /// <summary>True if the engine was built with optimization. The figures of a Debug build are worthless.</summary>
    public static bool IsOptimized => EngineAssembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled != true;

    private static Assembly EngineAssembly => typeof(Activity).Assembly;

    public static Machine Read() => new(
        ReadProcessor(),
        Environment.ProcessorCount,
        RuntimeInformation.OSDescription,
        $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.RuntimeIdentifier}",
        $"{(GCSettings.IsServerGC ? "server" : "workstation")}, {(IsConcurrent() ? "concurrent" : "not concurrent")}",
        ReadEngine(),
        File.Exists(LoadFile) ? File.ReadAllText(LoadFile).Split(' ')[0] : "unknown",
        TimeProvider.System.GetUtcNow().ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture));

    private static string ReadProcessor()
    {
        string? line = File.Exists(ProcessorFile)
            ? File.ReadLines(ProcessorFile).FirstOrDefault(static line => line.StartsWith("model name", StringComparison.Ordinal))
            : null;
        string? name = line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim() ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        return $"{name ?? "unknown processor"}, {RuntimeInformation.ProcessArchitecture}";
    }

    private static bool IsConcurrent() =>
        !GC.GetConfigurationVariables().TryGetValue("ConcurrentGC", out object? value) || value is true or 1L;

    /// <summary>Returns the version and commit of the engine, and a warning if it is not optimized.</summary>
    private static string ReadEngine()
    {
        string version = EngineAssembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown version";
        return IsOptimized ? version : $"{version}, NOT OPTIMIZED: run with -c Release";
    }
}
