using System.Diagnostics;
using Workflow.Core.Tests.TestKit;

namespace OrderService.Tests;

/// <summary>A process of the service on a free port.</summary>
internal sealed class RunningService : IAsyncDisposable
{
    private const string Listening = "Now listening on: ";

    private readonly Process _process;

    private RunningService(Process process, string address)
    {
        _process = process;
        Client = new HttpClient { BaseAddress = new Uri(address) };
    }

    public HttpClient Client { get; }

    public static async Task<RunningService> StartAsync(string database)
    {
        string program = typeof(OrderWorkflow).Assembly.Location;
        string[] arguments =
        [
            program, "--urls", "http://127.0.0.1:0",
            "--contentRoot", Path.GetDirectoryName(program)!,
            "--ConnectionStrings:Orders", $"Data Source={database}"
        ];
        Process process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            WorkingDirectory = Path.GetDirectoryName(database)!,
        })!;
        try
        {
            while (await process.StandardOutput.ReadLineAsync().WaitAsync(HangGuard.Limit) is { } line)
            {
                if (line.IndexOf(Listening, StringComparison.Ordinal) is >= 0 and var at)
                {
                    // Drains the rest of the log: a full pipe would block the process.
                    _ = process.StandardOutput.ReadToEndAsync();
                    return new RunningService(process, line[(at + Listening.Length)..]);
                }
            }

            throw new InvalidOperationException("The service ended before it listened.");
        }
        catch
        {
            process.Kill();
            process.Dispose();
            throw;
        }
    }

    public void Kill() => _process.Kill();

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        _process.Kill();
        await _process.WaitForExitAsync().WaitAsync(HangGuard.Limit);
        _process.Dispose();
    }
}
