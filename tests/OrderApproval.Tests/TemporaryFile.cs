namespace OrderApproval.Tests;

/// <summary>A temporary file. Dispose deletes it.</summary>
internal sealed class TemporaryFile : IDisposable
{
    public TemporaryFile(params string[] lines) => File.WriteAllLines(Path, lines);

    public string Path { get; } = System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"orders-{Guid.NewGuid():N}.jsonl");

    public void Dispose() => File.Delete(Path);
}
