namespace OrderApproval.Tests;

/// <summary>A temporary folder for the file of a store. Dispose deletes it.</summary>
internal sealed class TemporaryStore : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("orders-");

    public string File => Path.Combine(_folder.FullName, "orders.db");

    public void Dispose() => _folder.Delete(recursive: true);
}
