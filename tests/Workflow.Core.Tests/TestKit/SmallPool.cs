namespace Workflow.Core.Tests.TestKit;

/// <summary>Reduces the thread pool of the process to its minimum until disposed. For tests of the collection <c>SmallThreadPool</c>.</summary>
internal sealed class SmallPool : IDisposable
{
    private readonly (int Workers, int Ports) _minimum, _maximum;

    public SmallPool()
    {
        ThreadPool.GetMinThreads(out _minimum.Workers, out _minimum.Ports);
        ThreadPool.GetMaxThreads(out _maximum.Workers, out _maximum.Ports);
        ThreadPool.GetAvailableThreads(out int available, out _);

        // The smallest possible pool has one thread for each processor, in addition to the threads that the test runner occupies permanently.
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
