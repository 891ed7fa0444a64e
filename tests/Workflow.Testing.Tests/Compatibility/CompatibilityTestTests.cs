using Workflow.Statements;
using Workflow.Testing.Tests.Workflows;

namespace Workflow.Testing.Tests.Compatibility;

public sealed class CompatibilityTestTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("compatibility").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Verify_OfTheSameDefinition_LoadsEachState()
    {
        IReadOnlyList<string> files = await RecordAsync();
        Assert.Equal(["order-v1.1.workflow.json", "order-v1.2.workflow.json"], files.Select(Path.GetFileName));
        Assert.Equal(2, await CompatibilityTest.VerifyAsync(_folder, "order-v1", Order("pay", "ship")));
    }

    [Fact]
    public async Task Verify_OfChangedDefinition_NamesEachStateThatBreaks()
    {
        await RecordAsync();
        Sequence changed = Order("pay", "ship");
        changed.Activities.Insert(0, new WriteLine { Text = "new" });
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(() => CompatibilityTest.VerifyAsync(_folder, "order-v1", changed));
        Assert.StartsWith("2 of 2 waiting instances of 'order-v1' cannot be loaded", failure.Message, StringComparison.Ordinal);
        Assert.Contains("- order-v1.2.workflow.json: ", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Verify_OfDamagedFile_NamesTheFile()
    {
        IReadOnlyList<string> files = await RecordAsync();
        await File.WriteAllTextAsync(files[1], "{}");
        WorkflowTestException failure = await Assert.ThrowsAsync<WorkflowTestException>(
            () => CompatibilityTest.VerifyAsync(_folder, "order-v1", Order("pay", "ship")));
        Assert.Contains("- order-v1.2.workflow.json: The file is not the saved state of an instance", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Record_OfNameThatExists_KeepsTheFiles()
    {
        IReadOnlyList<string> files = await RecordAsync();
        byte[] before = await File.ReadAllBytesAsync(files[0]);
        Assert.Contains("order-v1", (await Assert.ThrowsAsync<InvalidOperationException>(RecordAsync)).Message, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllBytesAsync(files[0]));
    }

    [Fact]
    public async Task Verify_OfMissingRecording_ThrowsWithAdvice() =>
        Assert.Contains(
            "RecordAsync",
            (await Assert.ThrowsAsync<FileNotFoundException>(() => CompatibilityTest.VerifyAsync(_folder, "none", Order("a")))).Message,
            StringComparison.Ordinal);

    private static Sequence Order(params string[] bookmarks)
    {
        Sequence order = new();
        foreach (string bookmark in bookmarks)
        {
            order.Activities.Add(new WaitFor(bookmark));
        }

        return order;
    }

    private Task<IReadOnlyList<string>> RecordAsync() =>
        CompatibilityTest.RecordAsync(
            _folder,
            "order-v1",
            Order("pay", "ship"),
            new CompatibilityTestOptions
            {
                Events = [TestEvent.Resume("pay"), TestEvent.Resume("ship")],
                Identity = new WorkflowIdentity("order", new Version(1, 0), null)
            });
}
