using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Workflow.Packaging.Tests;

/// <summary>Installs the templates from their package, and builds and runs the projects that they create.</summary>
[Collection(PackageCollection.Name)]
public sealed partial class TemplateTests(PackedPackages packages)
{
    private const string WithoutSqlServer = """<PrunePackageReference Include="Microsoft.Data.SqlClient" Version="99.0.0" />""";

    /// <summary>The time limit, so that a defect fails the test instead of blocking it.</summary>
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    [Fact]
    public async Task Console_OfTheTemplate_Runs()
    {
        string folder = await NewAsync("workflow-console", "Greeter");
        await Sdk.RunAsync(folder, "build", "-o", "out", "--nologo", "-v", "q", "-warnaserror");
        Assert.Equal("Hello, Ada!", (await Sdk.RunAsync(folder, Path.Combine("out", "Greeter.dll"), "Ada")).Trim());
    }

    /// <summary>The service does not use SQL Server: a line in its project, as the documentation shows, excludes the driver.</summary>
    [Fact]
    public async Task Service_OfTheTemplate_RunsWithoutTheDriverOfSqlServer()
    {
        string folder = await NewAsync("workflow-service", "Approvals");
        Assert.Contains(WithoutSqlServer, await File.ReadAllTextAsync(Path.Combine(folder, "Approvals.csproj")), StringComparison.Ordinal);
        Assert.Contains(WithoutSqlServer, await File.ReadAllTextAsync(Path.Combine(PackedPackages.Root, "docs", "host", "persistence-sql.md")), StringComparison.Ordinal);
        await Sdk.RunAsync(folder, "publish", "-o", "out", "--nologo", "-v", "q", "-warnaserror");
        string program = Path.Combine(folder, "out");
        Assert.DoesNotContain(
            Directory.EnumerateFiles(program, "*", SearchOption.AllDirectories),
            file => file.Contains("SqlClient", StringComparison.Ordinal) || file.Contains("Azure.", StringComparison.Ordinal));

        using Process service = Start(program, "Approvals.dll", "--urls", "http://127.0.0.1:0");
        try
        {
            using HttpClient client = new() { BaseAddress = await AddressAsync(service).WaitAsync(Limit) };
            Guid instance = await (await client.PostAsync(new Uri("/approvals/4711", UriKind.Relative), null)).Content.ReadFromJsonAsync<Guid>();
            using HttpResponseMessage decided = await client.PostAsJsonAsync(
                new Uri("/approvals/4711/decision", UriKind.Relative), new { IsApproved = true, By = "Ada" });
            decided.EnsureSuccessStatusCode();
            JsonElement ended = await WaitForEndAsync(client, instance).WaitAsync(Limit);
            Assert.Equal("4711 was approved by Ada", ended.GetProperty("outputs").GetProperty("Result").GetString());
            using HttpResponseMessage unknown = await client.PostAsJsonAsync(
                new Uri("/approvals/4712/decision", UriKind.Relative), new { IsApproved = true, By = "Ada" });
            Assert.Equal(HttpStatusCode.NotFound, unknown.StatusCode);
        }
        finally
        {
            service.Kill(entireProcessTree: true);
        }
    }

    private static async Task<JsonElement> WaitForEndAsync(HttpClient client, Guid instance)
    {
        while (true)
        {
            JsonElement info = await client.GetFromJsonAsync<JsonElement>(new Uri($"/approvals/{instance}", UriKind.Relative));
            if (info.GetProperty("state").GetString() == "Completed")
            {
                return info;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        }
    }

    /// <summary>Installs the templates separately from those of the user, and creates a project from a template.</summary>
    private async Task<string> NewAsync(string template, string name)
    {
        string hive = packages.NewFolder(), folder = packages.NewFolder();
        await Sdk.RunAsync(
            folder,
            "new", "install", Path.Combine(packages.Source, $"Workflow.ProjectTemplates.{packages.Version}.nupkg"), "--debug:custom-hive", hive);
        await Sdk.RunAsync(folder, "new", template, "-n", name, "-o", folder, "--no-restore", "--debug:custom-hive", hive);
        await packages.IsolateAsync(folder);
        return folder;
    }

    private static Process Start(string folder, params string[] arguments)
    {
        ProcessStartInfo start = new(Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet", arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            UseShellExecute = false
        };
        return Process.Start(start)!;
    }

    /// <summary>
    /// Waits until the service prints the address that it listens on, and returns the address.
    /// Keeps reading the output, because a full pipe would block the service.
    /// </summary>
    private static async Task<Uri> AddressAsync(Process service)
    {
        while (await service.StandardOutput.ReadLineAsync() is { } line)
        {
            if (Listening().Match(line) is { Success: true } match)
            {
                _ = service.StandardOutput.ReadToEndAsync();
                return new Uri(match.Value);
            }
        }

        throw new InvalidOperationException("The service ended before it listened.");
    }

    [GeneratedRegex(@"http://127\.0\.0\.1:\d+")]
    private static partial Regex Listening();
}
