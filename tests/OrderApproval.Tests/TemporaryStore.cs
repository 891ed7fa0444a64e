namespace OrderApproval.Tests;

/// <summary>A folder with the file of a store, which is gone after the test.</summary>
internal sealed class TemporaryStore : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("orders-");

    public string File => Path.Combine(_folder.FullName, "orders.db");

    public void Dispose() => _folder.Delete(recursive: true);
}
