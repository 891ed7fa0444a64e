namespace Workflow.Core.Tests.TestKit;

/// <summary>Makes the thread pool of the process as small as it can be, until the end. For tests of the collection <c>SmallThreadPool</c>.</summary>
internal sealed class SmallPool : IDisposable
{
    private readonly (int Workers, int Ports) _minimum, _maximum;

    public SmallPool()
    {
        ThreadPool.GetMinThreads(out _minimum.Workers, out _minimum.Ports);
        ThreadPool.GetMaxThreads(out _maximum.Workers, out _maximum.Ports);
        ThreadPool.GetAvailableThreads(out int available, out _);

        // The smallest pool there is has a thread for each processor. What the test runner holds of it all the time comes on top.
        int limit = _maximum.Workers - available + Environment.ProcessorCount;
        Assert.True(ThreadPool.SetMinThreads(1, 1));
        Assert.True(ThreadPool.SetMaxThreads(limit, _maximum.Ports));
    }

    public void Dispose()
    {
        Assert.True(ThreadPool.SetMaxThreads(_maximum.Workers, _maximum.Ports));
        Assert.True(ThreadPool.SetMinThreads(_minimum.Workers, _minimum.Ports));
    }
}
