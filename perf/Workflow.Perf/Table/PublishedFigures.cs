namespace Workflow.Perf.Table;

/// <summary>The figures of Microsoft's paper "Windows Workflow Foundation 4 Performance" (Metzgar and Dong, 2010) that belong to no single row.</summary>
internal static class PublishedFigures
{
    /// <summary>The workflows per second of the workflow with two messages over HTTP and TCP with SQL persistence, read from a chart.</summary>
    public static Published PersistenceOverHttp { get; } = new(315, 820);

    /// <inheritdoc cref="PersistenceOverHttp"/>
    public static Published PersistenceOverTcp { get; } = new(350, 1_060);

    /// <summary>The workflows per second of a sequence of five activities: in the WF3 runtime, in WF4 through Interop, and in WF4.</summary>
    public static (double Wf3, double Interop, double Wf4) Interop => (1_576, 2_745, 153_582);

    /// <summary>The workflows per second without tracking, with health monitoring, and with the basic profile.</summary>
    public static (double None, double Health, double Basic) Tracking => (1_090.77, 1_058.48, 1_006.68);

    /// <summary>The workflows per second over TCP: correlated by context, and by content with one to five keys.</summary>
    public static IReadOnlyList<double> Correlation { get; } = [4_144.14, 3_449.23, 3_295.39, 3_195.88, 3_087.66, 3_036.28];

    /// <summary>The same figures with SQL persistence.</summary>
    public static IReadOnlyList<double> CorrelationWithPersistence { get; } = [1_013.42, 995.325, 979.659, 960.722, 953.805, 940.012];

    /// <summary>
    /// The seconds from a request to its answer, by the number of activities: for the first use, and for a definition that has run before; read from a chart.
    /// </summary>
    public static IReadOnlyList<(int Activities, double Wf3Cold, double Wf3Warm, double Wf4Cold, double Wf4Warm)> Latency { get; } =
        [(1, 0.10, 0.03, 0.03, 0.02), (501, 1.26, 0.36, 0.06, 0.02), (1_001, 2.45, 0.79, 0.10, 0.02)];

    /// <summary>The working set of a console host in MB: the difference between 1,001 definitions and one.</summary>
    public static Published DefinitionMegabytes { get; } = new(18, 9);

    /// <summary>The same difference for a host of services.</summary>
    public static Published ServiceDefinitionMegabytes { get; } = new(446, 364);

    /// <summary>Returns the number of activities in the complex definition of WF4, for a depth and a number of activities in a sequence.</summary>
    public static int ActivitiesOfWf4(int depth, int sequence) => ((4 * sequence) + 22) * Levels(depth);

    /// <summary>Returns the same number for WF3.</summary>
    public static int ActivitiesOfWf3(int depth, int sequence) => ((5 * sequence) + 23) * Levels(depth);

    /// <summary>Returns the sum of the powers of three below the depth, because each level has three child flowcharts.</summary>
    private static int Levels(int depth)
    {
        int levels = 0, charts = 1;
        for (int level = 0; level < depth; level++)
        {
            levels += charts;
            charts *= 3;
        }

        return levels;
    }
}
