; The installer for Windows, for Inno Setup 6. NOT RUN: written without a Windows at hand.
; Start it with the version, as README.md beside this file says:
;     ISCC /DVersion=X.Y.Z packaging\windows\installer.iss

#ifndef Version
  #error Give the version with /DVersion=...
#endif
#define Name "Context Budget Inspector"
#define Folder "..\..\dist\context-budget-inspector"
#define Icons "..\..\build\icons"

[Setup]
AppId={{6E0F7B1C-2A55-4C5B-9E7B-5D8F0B8A4C31}
AppName={#Name}
AppVersion={#Version}
AppVerName={#Name} {#Version}
VersionInfoVersion={#Version}
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
; Without rights of an administrator it goes into the person's own folder.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
LicenseFile=..\..\LICENSE
SetupIconFile={#Icons}\context-budget-inspector.ico
UninstallDisplayIcon={app}\inspector-window.exe
OutputDir=..\..\dist
OutputBaseFilename=context-budget-inspector-{#Version}-windows-x64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Session=Context Budget Inspector session
de.Session=Sitzung des Context Budget Inspector
en.OnPath=Let "inspector" be found on the command line
de.OnPath="inspector" auf der Kommandozeile finden lassen

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "path"; Description: "{cm:OnPath}"; Flags: unchecked

[InstallDelete]
; What an older version had and this one has not must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "{#Icons}\session-file.ico"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Icons}\audit-bundle.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{group}\{#Name}"; Filename: "{app}\inspector-window.exe"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\inspector-window.exe"; Tasks: desktop

[Registry]
; Windows looks at the last part of a file's name alone, so sessions are .json to it and audit
; bundles .zip. Neither is taken away from what opens it now: the program is offered beside that.
Root: HKA; Subkey: "Software\Classes\ContextBudgetInspector.Session"; ValueType: string; ValueData: "{cm:Session}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\ContextBudgetInspector.Session\DefaultIcon"; ValueType: string; ValueData: "{app}\session-file.ico"
Root: HKA; Subkey: "Software\Classes\ContextBudgetInspector.Session\shell\open\command"; ValueType: string; ValueData: """{app}\inspector-window.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "ContextBudgetInspector.Session"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.zip\OpenWithProgids"; ValueType: string; ValueName: "ContextBudgetInspector.Session"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Applications\inspector-window.exe\SupportedTypes"; ValueType: string; ValueName: ".json"; ValueData: ""; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\inspector-window.exe\SupportedTypes"; ValueType: string; ValueName: ".zip"; ValueData: ""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath

[Run]
Filename: "{app}\inspector-window.exe"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[Code]
const
  Environment = 'Environment';

function NotOnPath: Boolean;
var
  Path: string;
begin
  Result := not RegQueryStringValue(HKEY_CURRENT_USER, Environment, 'Path', Path)
    or (Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(Path) + ';') = 0);
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Part: string;
  Place: Integer;
begin
  if (Step = usPostUninstall)
    and RegQueryStringValue(HKEY_CURRENT_USER, Environment, 'Path', Path) then
  begin
    Part := ';' + ExpandConstant('{app}');
    Place := Pos(Uppercase(Part), Uppercase(Path));
    if Place > 0 then
    begin
      Delete(Path, Place, Length(Part));
      RegWriteExpandStringValue(HKEY_CURRENT_USER, Environment, 'Path', Path);
    end;
  end;
end;
