using Workflow.Templates;

// Run from the repository's root: dotnet run --project eng/Workflow.Templates
foreach ((string path, string text) in Families.Render())
{
    File.WriteAllText(path, text);
    Console.WriteLine(path);
}
