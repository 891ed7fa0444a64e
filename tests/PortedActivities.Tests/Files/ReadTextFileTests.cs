using System.Text;
using PortedActivities.Files;

namespace PortedActivities.Tests.Files;

public sealed class ReadTextFileTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"ported-{Guid.NewGuid():N}.txt");
    private readonly StagedStream _stream = new();

    public void Dispose()
    {
        File.Delete(_path);
        _stream.Dispose();
    }

    [Theory]
    [InlineData("")]
    [InlineData("naïve")]
    [InlineData("longer than one buffer")]
    public async Task File_OfAnyLength_IsReadToItsEnd(string text)
    {
        await File.WriteAllTextAsync(_path, text);
        Assert.Equal(text, await WorkflowInvoker.InvokeAsync(new ReadTextFile { FileName = _path, BufferSize = 4 }));
    }

    [Fact]
    public async Task File_Large_IsReadToItsEndOnAnyThread()
    {
        string text = string.Concat(Enumerable.Range(0, 200_000).Select(number => $"{number}\n"));
        await File.WriteAllTextAsync(_path, text);
        Assert.Equal(text, await WorkflowInvoker.InvokeAsync(new ReadTextFile { FileName = _path, BufferSize = 1000 }));
    }

    [Fact]
    public void File_Read_IsClosedAgain()
    {
        File.WriteAllText(_path, "text");
        Assert.Equal("text", WorkflowInvoker.Invoke(new ReadTextFile { FileName = _path }));
        File.Open(_path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
    }

    [Fact]
    public async Task Read_Pending_KeepsTheActivityWaiting()
    {
        Started run = new(new ReadStaged(_stream));
        Assert.True(run.IsRunning);
        _stream.Give(Encoding.UTF8.GetBytes("half "));
        Assert.True(run.IsRunning);
        _stream.Give(Encoding.UTF8.GetBytes("and half"));
        _stream.Give();

        Assert.Equal("half and half", (await run.OutputsAsync())["Result"]);
        Assert.True(_stream.IsClosed);
    }

    [Fact]
    public async Task Cancel_WhileItReads_ClosesTheFileAndEndsCanceled()
    {
        Started run = new(new ReadStaged(_stream));
        _stream.Give(1, 2, 3);
        Assert.False(_stream.IsClosed);
        run.Cancel();

        await run.AssertCanceledAsync();
        Assert.True(_stream.IsClosed);
    }

    [Fact]
    public async Task Cancel_ByAPick_ContinuesTheWorkflow()
    {
        Log log = new();
        Operation other = new(log, "other");
        Started run = new(new Pick
        {
            Branches =
            {
                new PickBranch { Trigger = new ReadStaged(_stream), Action = new Step(log, "read") },
                new PickBranch { Trigger = other, Action = new Step(log, "other won") },
            },
        });
        other.Succeed();

        await run.OutputsAsync();
        Assert.True(_stream.IsClosed);
        log.AssertIs("other starts", "other won");
    }

    [Fact]
    public async Task Abort_WhileItReads_ClosesTheFile()
    {
        Started run = new(new Parallel { Branches = { new ReadStaged(_stream), new TerminateWorkflow { Reason = "enough" } } });
        await Assert.ThrowsAsync<WorkflowTerminatedException>(run.OutputsAsync);
        Assert.True(_stream.IsClosed);
    }

    [Fact]
    public async Task File_Missing_FaultsTheActivity() =>
        await Assert.ThrowsAsync<FileNotFoundException>(() => WorkflowInvoker.InvokeAsync(new ReadTextFile { FileName = _path }));

    [Fact]
    public async Task Read_ThatFails_FaultsTheActivityAndClosesTheFile()
    {
        IOException thrown = new("bad sector");
        Started run = new(new ReadStaged(_stream));
        _stream.Fail(thrown);

        IOException failure = await Assert.ThrowsAsync<IOException>(run.OutputsAsync);
        Assert.Same(thrown, failure.InnerException);
        Assert.True(_stream.IsClosed);
    }

    [Fact]
    public void Definition_WithoutFileNameOrBuffer_IsRefused()
    {
        Sequence workflow = new() { Activities = { new ReadTextFile { BufferSize = 0 } } };
        InvalidWorkflowException invalid = Assert.Throws<InvalidWorkflowException>(() => WorkflowInvoker.Invoke(workflow));
        Assert.Contains("must have room for at least one byte", invalid.Message, StringComparison.Ordinal);
        Assert.Contains("'FileName'", invalid.Message, StringComparison.Ordinal);
    }

    /// <summary>An activity that reads from a stream of the test.</summary>
    private sealed class ReadStaged : ReadTextFile
    {
        private readonly Stream _stream;

        public ReadStaged(Stream stream)
        {
            _stream = stream;
            FileName = "any";
        }

        protected override Stream OpenRead(string fileName) => _stream;
    }
}
